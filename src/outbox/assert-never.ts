/** Closes a switch over a union: a member without a case does not compile. */
export function assertNever(value: never): never {
	throw new Error(`Unhandled: ${JSON.stringify(value)}`);
}
