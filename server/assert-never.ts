/** Closes a switch over a union: a new member is a type error here first, and a thrown one only if data lies about its type. */
export function assertNever(value: never): never {
	throw new Error(`Not a case that exists: ${JSON.stringify(value)}`);
}
