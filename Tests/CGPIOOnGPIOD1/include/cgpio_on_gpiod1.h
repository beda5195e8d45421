// CGPIO compiled against the API of libgpiod 1.6.
#ifndef CGPIO_ON_GPIOD1_H
#define CGPIO_ON_GPIOD1_H

#include <fake_gpio.h>

extern const struct cgpio_calls cgpio_on_gpiod1;

#endif
