/** A value that a cell accepts. A number in a list is a number in the cell, too, or formulas would not count it. */
export type Choice = { text: string; is: "text" | "number" | "boolean" };

/** More values than this are not read. */
export const MOST_CHOICES = 5_000;
