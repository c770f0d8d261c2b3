/**
 * Thrown when a request finds that its sender's role was taken away after the gate had let it in: nothing is done, and the gate decides
 * again how to answer (server/identity/sessions/operation.ts).
 */
export class RoleIsGone extends Error {
	constructor() {
		super("The sender of a request may no longer do what it asks for");
	}
}
