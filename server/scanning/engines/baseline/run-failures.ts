import type { ScanPart } from "#contract/findings/findings.ts";
import type { ScanFailure } from "#contract/scans/scans.ts";
import { type GaveUp, tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { RunResult } from "../engine.ts";
import { isTimeUp } from "../shared/is-time-up.ts";
import { hostPort } from "./gather/address.ts";
import type { Reached } from "./gather/endpoints.ts";
import { explain } from "./gather/failure.ts";
import type { Session } from "./gather/session.ts";

/** Why nothing could be checked if no port of the target accepts a connection; undefined if one does. */
export function unreachable(session: Session, { ports }: Reached): ScanFailure | undefined {
	if (ports.some(({ status }) => status === "open")) return undefined;
	const seconds = session.limits.connectMs / 1000;
	const host = session.target.target.host;
	const attempts = ports.flatMap((state) =>
		state.status === "closed" ? [`${hostPort(host, state.port)} (${explain(state.failure, seconds)})`] : [],
	);
	return {
		code: "unreachable",
		message: `We could not reach ${attempts.join(" or ")}. Nothing was scanned. Please check the address and that the site is up, then scan again.`,
	};
}

/** Why nothing could be checked although a port accepts connections: it stays silent, or speaks neither HTTP nor TLS. */
export function silentTarget(session: Session, { ports, greetings }: Reached): ScanFailure {
	const { host } = session.target.target;
	const where = ports.flatMap(({ port, status }) => (status === "open" ? hostPort(host, port) : [])).join(" and ");
	const seconds = session.limits.requestMs / 1000;
	if (session.sent.some(({ outcome }) => outcome === "timeout")) {
		return {
			code: "timeout",
			message: `${where} took our connection but gave no full answer in ${seconds} s. Nothing was scanned. Please check that the site is up, then scan again.`,
		};
	}
	if (session.sent.some(({ outcome }) => outcome === "too-large-headers")) {
		return {
			code: "unreachable",
			message: `${where} answered, but ${explain("too-large-headers", seconds)}. Nothing was scanned. Please check the site's headers.`,
		};
	}
	const closed = [...greetings].flatMap(([endpoint, greeting]) =>
		!greeting.ok && greeting.failure === "client-certificate" ? [hostPort(endpoint.host, endpoint.port)] : [],
	);
	if (closed.length > 0) {
		return {
			code: "unreachable",
			message: `${closed.join(" and ")} asks for a client's certificate, which we do not have, so there was no page to look at. Nothing was scanned. Please scan a host that answers everyone.`,
		};
	}
	const deaf = [...greetings].flatMap(([endpoint, greeting]) =>
		!greeting.ok && greeting.failure === "no-agreement" ? [hostPort(endpoint.host, endpoint.port)] : [],
	);
	if (deaf.length > 0) {
		return {
			code: "unreachable",
			message: `${deaf.join(" and ")} speaks TLS, but agreed to nothing from TLS 1.0 to 1.3, so there was no page to look at. It may have only SSL 3 or ciphers that browsers refuse, too. Please check its TLS settings.`,
		};
	}
	return {
		code: "unreachable",
		message: `${where} took our connection but spoke neither HTTP nor TLS. Nothing was scanned. Please check the address and the port.`,
	};
}

/** Why nothing could be judged although the target answered: reading the answer exceeded the limits. */
export const unreadable = ({ target }: Session, gaveUp: GaveUp): ScanFailure => ({
	code: "internal",
	message: `${target.target.host} answered, but what it sent ${tooMuch(gaveUp)}. Nothing was kept. Ordinary sites do not do this; please check what yours sends.`,
});

/** A run that was ended from outside: by its time limit, or because it was canceled. */
export function aborted(session: Session, parts: ScanPart[]): RunResult {
	const host = session.target.target.host;
	return {
		status: "failed",
		reason: isTimeUp(session.signal)
			? {
					code: "timeout",
					message: `The time for scanning ${host} ran out before we could check anything. Please scan it again later.`,
				}
			: { code: "cancelled", message: `The scan of ${host} was cancelled before it finished. Nothing was kept.` },
		parts,
		sent: structuredClone(session.sent),
	};
}
