// SPDX-License-Identifier: GPL-2.0
/*
 * The GPIO chip: inputs that the server raises and lowers, with edge interrupts.
 *
 * The last line can't raise interrupts, as some lines of real chips can't. "decoys" are further chips with lines of the
 * same names that nobody ever moves: a machine has several, and their numbers are not to be relied on.
 */
#include <linux/gpio/driver.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/module.h>
#include <linux/spinlock.h>

#include "imu_rig.h"

static const char *const line_names[] = {
	"IMU_68_INT", "IMU_69_INT", "IMU_6A_INT1", "IMU_6B_INT1", "IMU_6A_INT2", "IMU_6B_INT2", "SPARE", "NO_INTERRUPT",
};
#define LINE_COUNT ARRAY_SIZE(line_names)
#define NO_INTERRUPT_LINE (LINE_COUNT - 1)
#define DECOY_LIMIT 4

static unsigned int decoys;
module_param(decoys, uint, 0444);
MODULE_PARM_DESC(decoys, "further GPIO chips, numbered before the one in use (0 to 4)");

struct rig_lines {
	struct gpio_chip chip;
	raw_spinlock_t lock;	/* guards all below; taken with interrupts off */
	DECLARE_BITMAP(levels, LINE_COUNT);
	DECLARE_BITMAP(enabled, LINE_COUNT);
	unsigned int edges[LINE_COUNT];	/* IRQ_TYPE_EDGE_* that were asked for */
};

static struct rig_lines lines;
static struct rig_lines decoy_lines[DECOY_LIMIT];

static struct rig_lines *lines_of(struct irq_data *data)
{
	return gpiochip_get_data(irq_data_get_irq_chip_data(data));
}

static int line_get(struct gpio_chip *chip, unsigned int offset)
{
	struct rig_lines *owner = gpiochip_get_data(chip);
	unsigned long flags;
	int level;

	raw_spin_lock_irqsave(&owner->lock, flags);
	level = test_bit(offset, owner->levels);
	raw_spin_unlock_irqrestore(&owner->lock, flags);
	return level;
}

static int line_direction(struct gpio_chip *chip, unsigned int offset)
{
	return GPIO_LINE_DIRECTION_IN;
}

static int line_input(struct gpio_chip *chip, unsigned int offset)
{
	return 0;
}

static void set_enabled(struct irq_data *data, bool is_enabled)
{
	struct rig_lines *owner = lines_of(data);
	unsigned long flags;

	raw_spin_lock_irqsave(&owner->lock, flags);
	__assign_bit(irqd_to_hwirq(data), owner->enabled, is_enabled);
	raw_spin_unlock_irqrestore(&owner->lock, flags);
}

static void line_mask(struct irq_data *data)
{
	set_enabled(data, false);
	gpiochip_disable_irq(&lines_of(data)->chip, irqd_to_hwirq(data));
}

static void line_unmask(struct irq_data *data)
{
	gpiochip_enable_irq(&lines_of(data)->chip, irqd_to_hwirq(data));
	set_enabled(data, true);
}

/* An edge is over once it has been delivered. */
static void line_acknowledge(struct irq_data *data)
{
}

static int line_set_type(struct irq_data *data, unsigned int type)
{
	struct rig_lines *owner = lines_of(data);
	unsigned long flags;

	if (type & ~IRQ_TYPE_EDGE_BOTH)
		return -EINVAL;
	raw_spin_lock_irqsave(&owner->lock, flags);
	owner->edges[irqd_to_hwirq(data)] = type;
	raw_spin_unlock_irqrestore(&owner->lock, flags);
	irq_set_handler_locked(data, handle_edge_irq);
	return 0;
}

static const struct irq_chip line_interrupts = {
	.name = IMU_RIG_NAME,
	.irq_ack = line_acknowledge,
	.irq_mask = line_mask,
	.irq_unmask = line_unmask,
	.irq_set_type = line_set_type,
	.flags = IRQCHIP_IMMUTABLE | IRQCHIP_SKIP_SET_WAKE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static void choose_interrupt_lines(struct gpio_chip *chip, unsigned long *mask, unsigned int count)
{
	clear_bit(NO_INTERRUPT_LINE, mask);
}

/* Moves a line. The edge, if it is one that is waited for, is delivered before this returns. */
int imu_rig_set_level(unsigned int line, bool level, unsigned int manner)
{
	unsigned int edge = level ? IRQ_TYPE_EDGE_RISING : IRQ_TYPE_EDGE_FALLING;
	unsigned long flags;
	bool is_edge;

	if (line >= LINE_COUNT)
		return -EINVAL;
	raw_spin_lock_irqsave(&lines.lock, flags);
	is_edge = manner == IMU_RIG_AGAIN || (manner == IMU_RIG_NATURALLY && test_bit(line, lines.levels) != level);
	__assign_bit(line, lines.levels, level);
	is_edge = is_edge && test_bit(line, lines.enabled) && (lines.edges[line] & edge);
	raw_spin_unlock_irqrestore(&lines.lock, flags);
	if (is_edge)
		generic_handle_domain_irq_safe(lines.chip.irq.domain, line);
	return 0;
}

/* Lets all wires go, as when the board loses its supply. */
void imu_rig_release_levels(void)
{
	unsigned int line;

	for (line = 0; line < LINE_COUNT; line++)
		imu_rig_set_level(line, false, IMU_RIG_NATURALLY);
}

/* The interrupt of a line by its name, set to rising edges; -errno. */
int imu_rig_line_interrupt(const char *name)
{
	int line = match_string(line_names, LINE_COUNT, name);
	int interrupt, status;

	if (line < 0 || line == NO_INTERRUPT_LINE)
		return -ENXIO;
	interrupt = irq_create_mapping(lines.chip.irq.domain, line);
	if (!interrupt)
		return -ENXIO;
	/* Drivers look at the type that firmware would have set. */
	status = irq_set_irq_type(interrupt, IRQ_TYPE_EDGE_RISING);
	return status ? status : interrupt;
}

static int add_chip(struct rig_lines *owner, const char *label, struct device *parent)
{
	struct gpio_irq_chip *interrupts = &owner->chip.irq;

	raw_spin_lock_init(&owner->lock);
	owner->chip = (struct gpio_chip){
		.label = label,
		.parent = parent,
		.owner = THIS_MODULE,
		.base = -1,
		.ngpio = LINE_COUNT,
		.names = line_names,
		.get = line_get,
		.get_direction = line_direction,
		.direction_input = line_input,
	};
	gpio_irq_chip_set_chip(interrupts, &line_interrupts);
	interrupts->handler = handle_bad_irq;	/* until a type is set */
	interrupts->default_type = IRQ_TYPE_NONE;
	interrupts->init_valid_mask = choose_interrupt_lines;
	return gpiochip_add_data(&owner->chip, owner);
}

int imu_rig_lines_add(struct device *parent)
{
	unsigned int added = 0;
	int status = 0;

	if (decoys > DECOY_LIMIT)
		return -EINVAL;
	while (added < decoys) {
		status = add_chip(&decoy_lines[added], IMU_RIG_NAME "-decoy", parent);
		if (status)
			break;
		added++;
	}
	if (!status)
		status = add_chip(&lines, IMU_RIG_NAME, parent);
	if (status)
		while (added > 0)
			gpiochip_remove(&decoy_lines[--added].chip);
	return status;
}

void imu_rig_lines_remove(void)
{
	unsigned int decoy = decoys;

	gpiochip_remove(&lines.chip);
	while (decoy > 0)
		gpiochip_remove(&decoy_lines[--decoy].chip);
}
