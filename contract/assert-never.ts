/** Closes a switch over a union: a member without a case does not compile, and a value outside the union throws. */
export function assertNever(value: never): never {
	throw new Error(`Unhandled: ${JSON.stringify(value)}`);
}
