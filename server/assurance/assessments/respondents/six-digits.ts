import { randomInt } from "node:crypto";

/** Six digits: typed on a phone from an email, and tried five times at most. */
export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** A code as it is compared, however it was typed. */
export const plainDigits = (typed: string): string => typed.replace(/\D/g, "");
