#define _GNU_SOURCE
#define CGPIO_PREFIX cgpio_on_gpiod1_
#include "../FakeKernel/internal/cgpio_copy.h"
#include "cgpio_on_gpiod1.h"

// Both versions' files, as the product compiles them: the one that does not fit must step aside by itself.
#include "../../Sources/CGPIO/cgpio.c"
#include "../../Sources/CGPIO/cgpio_gpiod1.c"
#include "../../Sources/CGPIO/cgpio_gpiod2.c"

const struct cgpio_calls cgpio_on_gpiod1 = CGPIO_CALLS;
