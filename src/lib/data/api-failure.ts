/** A failed call. `message` comes from the server, or else from the transport; it may be empty. */
export class ApiFailure extends Error {
	override name = "ApiFailure";
	/** HTTP status; null if no answer came. */
	status: number | null;
	/** The API's stable code; null if the answer had none. */
	code: string | null;
	details: Record<string, unknown>;
	constructor(message: string, about: { status: number | null; code?: string; details?: Record<string, unknown> }) {
		super(message);
		this.status = about.status;
		this.code = about.code ?? null;
		this.details = about.details ?? {};
	}
}
