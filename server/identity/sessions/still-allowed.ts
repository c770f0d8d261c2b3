import type { FastifyRequest } from "fastify";
import type { Permission } from "#contract/workspaces/roles.ts";
import { identify } from "./identity.ts";
import type { Senders } from "./operation.ts";

/**
 * Whether the sender of a long request would still get the same answer: signed in with the same session, and a member who may see the
 * same.
 */
export async function isStillAllowed(
	request: FastifyRequest,
	{ session, scope }: Senders,
	permission: Permission,
): Promise<boolean> {
	const { identity: before, scope: seen } = request;
	const now = await identify(request, session);
	if (before.type === "anonymous" || "code" in now || now.type === "anonymous") return false;
	if (now.sessionId !== before.sessionId) return false;
	const found = await scope(request, now, { permission, creates: false });
	return found.ok && found.scope.clientId === seen?.clientId;
}

/** Thrown to cut an answer off. */
class NoLongerAllowed extends Error {}

/**
 * The pieces of an answer for as long as its reader is allowed to have them. A download can be read slowly, and someone who leaves the
 * workspace meanwhile gets nothing that is read from the database after that.
 */
export const whileAllowed = <T>(
	pieces: AsyncIterable<T>,
	request: FastifyRequest,
	senders: Senders,
	permission: Permission,
): AsyncGenerator<T> => whileStill(pieces, () => isStillAllowed(request, senders, permission));

/** The same, for a reader who has a link and no session. */
export async function* whileStill<T>(pieces: AsyncIterable<T>, isAllowed: () => Promise<boolean>): AsyncGenerator<T> {
	let first = true;
	for await (const piece of pieces) {
		if (!first && !(await isAllowed())) {
			throw new NoLongerAllowed("The reader of a download may no longer have it");
		}
		first = false;
		yield piece;
	}
}
