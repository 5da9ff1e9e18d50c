/*
 * Vectors and the ISA interrupt lines.
 */
enum
{
	VectorDE	= 0,	/* divide error */
	VectorDB	= 1,
	VectorNMI	= 2,
	VectorBPT	= 3,	/* breakpoint */
	VectorOF	= 4,
	VectorUD	= 6,
	VectorCNA	= 7,	/* coprocessor not available */
	Vector2F	= 8,	/* double fault */
	VectorCSO	= 9,
	VectorPF	= 14,	/* page fault */
	VectorCERR	= 16,	/* coprocessor error */

	VectorPIC	= 32,	/* IRQ 0 of the 8259s */
	VectorSYSCALL	= 64,
	VectorAPIC	= 65,	/* IRQ 0 of the I/O APIC */
	VectorTIMER	= 240,	/* local APIC timer */
	VectorWAKE	= 241,	/* another CPU wants this one to look */
	VectorTLB	= 242,	/* another CPU wants the TLB flushed */
	VectorERROR	= 243,
	VectorSPURIOUS	= 255,
};

enum
{
	IrqCLOCK	= 0,
	IrqKBD		= 1,
	IrqUART1	= 3,
	IrqUART0	= 4,
	MaxIrqPIC	= 15,
};
