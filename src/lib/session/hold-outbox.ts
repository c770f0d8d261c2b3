/** Lets the outbox of this device, in all tabs and the worker, send nothing for any account, or send again. */
export async function holdOutbox(held: boolean): Promise<void> {
	try {
		const { browserOutbox } = await import("#src/outbox/browser.ts");
		await browserOutbox().setSignedOut(held);
	} catch (error) {
		// Without storage there is nothing in it to hold back.
		console.error("The outbox could not be told who is signed in.", error);
	}
}
