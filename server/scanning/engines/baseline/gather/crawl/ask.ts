import type { Endpoint } from "../../../shared/evidence.ts";
import { type Session, withDeadline } from "../session.ts";
import { request } from "../web/request.ts";
import type { RequestResult } from "../web/request-parts.ts";

type Options = { headers?: Record<string, string>; bodyBytes?: number };

/** Asks one endpoint for what the site names, within limits of its own. */
export type Asker = {
	endpoint: Endpoint;
	/** `used-up`: nothing was sent, because there is neither time nor a request left. */
	ask: (path: string, options?: Options) => Promise<RequestResult | "used-up">;
	/** Whether the time is up. */
	isLate: () => boolean;
};

export function startAsking(session: Session, endpoint: Endpoint): Asker {
	const { limits } = session;
	const deadline = withDeadline(session, limits.crawlMs);
	const limited = { ...session, signal: deadline.signal };
	let asked = 0;
	return {
		endpoint,
		async ask(path, options = {}) {
			if (deadline.signal.aborted || asked >= limits.crawlRequests) return "used-up";
			asked++;
			return request(limited, endpoint, { method: "GET", path, bodyBytes: limits.pageBytes, ...options });
		},
		isLate: () => deadline.signal.aborted,
	};
}
