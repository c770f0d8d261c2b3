import { connect } from "node:net";
import type { CheckedAddress } from "#server/platform/outgoing/target.ts";
import { hostPort } from "./address.ts";
import { type Failure, failureOf } from "./failure.ts";
import { type Session, withDeadline } from "./session.ts";

/** Opens and closes connections to find an address that answers on `port`. All are tried at once; the first one wins. */
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
		if (failure) throw new ConnectError(failure);
		return at;
	});
	try {
		return { ok: true, at: await Promise.any(attempts) };
	} catch (error) {
		const failures =
			error instanceof AggregateError ? error.errors.filter((cause) => cause instanceof ConnectError) : [];
		if (failures.length === 0) throw error;
		const timeout = failures.find(({ failure }) => failure === "timeout");
		return { ok: false, failure: (timeout ?? failures[0])?.failure ?? "unreachable" };
	}
}

class ConnectError extends Error {
	readonly failure: Failure;
	constructor(failure: Failure) {
		super(failure);
		this.failure = failure;
	}
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
