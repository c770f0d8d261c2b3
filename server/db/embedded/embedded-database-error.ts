/** Why the embedded database cannot be used, in a sentence for whoever started the server. */
export class EmbeddedDatabaseError extends Error {
	override name = "EmbeddedDatabaseError";
}
