/** Stops this device's outbox, in all tabs and the worker, from sending for any account, or lets it send again. */
export async function holdOutbox(held: boolean): Promise<void> {
	try {
		const { browserOutbox } = await import("#src/lib/outbox/browser-outbox.ts");
		await browserOutbox().setSignedOut(held);
	} catch (error) {
		// Without storage there is nothing to stop.
		console.error("The outbox could not be stopped or started.", error);
	}
}
