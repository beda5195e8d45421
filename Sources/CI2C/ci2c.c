#include "ci2c.h"
