import { argon2 } from "node:crypto";
import { promisify } from "node:util";
import { createPasswords } from "#server/identity/accounts/passwords/passwords.ts";

const compute = promisify(argon2);

/** The real hashes at a thousandth of the work, for tests of the code around them that need hundreds. */
export const quickPasswords = () =>
	createPasswords((algorithm, parameters) => compute(algorithm, { ...parameters, memory: 8, passes: 1 }));
