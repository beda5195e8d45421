// CGPIO compiled against the API of libgpiod 2.x.
#ifndef CGPIO_ON_GPIOD2_H
#define CGPIO_ON_GPIOD2_H

#include <fake_gpio.h>

extern const struct cgpio_calls cgpio_on_gpiod2;

#endif
