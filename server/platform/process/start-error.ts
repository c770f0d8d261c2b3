/** Why the server does not start, in a sentence for the operator. */
export class StartError extends Error {
	override name = "StartError";
}

/** Turns "address already in use" into a sentence; passes everything else on. */
export function portError(error: unknown, port: string, setting: string): unknown {
	const { code } = error as NodeJS.ErrnoException;
	if (code === "EADDRINUSE") {
		return new StartError(
			`Port ${port} is already in use. Stop the program that uses it, or set ${setting} to another one.`,
		);
	}
	if (code === "EACCES")
		return new StartError(`This user may not listen on port ${port}. Set ${setting} to one above 1023.`);
	if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
		return new StartError(`HOST is not an address of this machine, so ${setting} ${port} cannot be opened on it.`);
	return error;
}
