import type { Endpoint } from "../../shared/evidence.ts";
import type { PortState } from "../evidence.ts";
import { reach } from "./connect.ts";
import type { Failure } from "./failure.ts";
import type { Session } from "./session.ts";
import type { Handshake } from "./tls/handshake.ts";
import { greet } from "./tls/tls.ts";

/** What answers on the target's ports: the state of each, and for every https endpoint the first handshake with it. */
export type Reached = {
	ports: PortState[];
	endpoints: Endpoint[];
	greetings: Map<Endpoint, Handshake>;
};

/** Failures of a server that speaks TLS. */
const SPEAKS_TLS: readonly Failure[] = ["no-agreement", "client-certificate"];

/** Connects to every port that we may check, and finds out which protocol it speaks if the target does not say. */
export async function findEndpoints(session: Session): Promise<Reached> {
	const { target, addresses, ports } = session.target;
	const greetings = new Map<Endpoint, Handshake>();
	const states = await Promise.all(
		ports.map(async (port): Promise<PortState & { endpoint?: Endpoint }> => {
			const reached = await reach(session, target.host, addresses, port);
			if (!reached.ok) return { port, status: "closed", failure: reached.failure };

			const known =
				port === 80 && target.scheme !== "https"
					? "http"
					: port === 443 && target.scheme !== "http"
						? "https"
						: undefined;
			const given = known ?? (target.port === port ? target.scheme : undefined) ?? (port === 80 ? "http" : undefined);
			const secure: Endpoint = { scheme: "https", host: target.host, port, at: reached.at };
			if (given === "http") return open(secure, "http");

			const greeting = await greet(session, secure);
			if (given === undefined && !greeting.ok && !SPEAKS_TLS.includes(greeting.failure)) return open(secure, "http");
			greetings.set(secure, greeting);
			return { port, status: "open", at: reached.at, scheme: "https", endpoint: secure };
		}),
	);
	return {
		ports: states.map(({ endpoint: _, ...state }) => state),
		endpoints: states.flatMap(({ endpoint }) => (endpoint ? [endpoint] : [])),
		greetings,
	};
}

function open(secure: Endpoint, scheme: "http"): PortState & { endpoint: Endpoint } {
	return { port: secure.port, status: "open", at: secure.at, scheme, endpoint: { ...secure, scheme } };
}
