import { randomInt } from "node:crypto";

/** Six digits: read in an email, typed on a phone, and tried five times at most. */
export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** A code in the form in which it is compared, however it was typed. */
export const plainDigits = (typed: string): string => typed.replace(/\D/g, "");
