import { connect } from "node:net";
import type { CheckedAddress } from "#server/platform/outgoing/target.ts";
import { hostPort } from "./address.ts";
import { type Failure, failureOf } from "./failure.ts";
import { type Session, withDeadline } from "./session.ts";

/**
 * Opens and closes connections to find an address that answers on `port`. All are tried at once; of those that answer the first in their
 * order is taken, so that the next scan looks at the same one.
 */
export async function reach(
	session: Session,
	host: string,
	addresses: readonly CheckedAddress[],
	port: number,
): Promise<{ ok: true; at: CheckedAddress } | { ok: false; failure: Failure }> {
	const attempts = addresses.map(async (at) => {
		const settle = session.send(`TCP connection ${hostPort(host, port)}`, at);
		const failure = await tryConnect(session, at, port);
		settle(failure ?? "open");
		return { at, failure };
	});
	const failures: Failure[] = [];
	for (const attempt of attempts) {
		const { at, failure } = await attempt;
		if (failure === undefined) return { ok: true, at };
		failures.push(failure);
	}
	return { ok: false, failure: failures.find((failure) => failure === "timeout") ?? failures[0] ?? "unreachable" };
}

function tryConnect(session: Session, at: CheckedAddress, port: number): Promise<Failure | undefined> {
	const limit = withDeadline(session, session.limits.connectMs);
	return new Promise((resolve) => {
		const socket = connect({ host: at.address, port, signal: limit.signal });
		socket.once("connect", () => {
			resolve(undefined);
			socket.destroy();
		});
		socket.on("error", (error) => resolve(limit.failure() ?? failureOf(error)));
	});
}
