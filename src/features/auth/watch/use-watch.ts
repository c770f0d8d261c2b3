import { useEffect, useState } from "react";
import { type FreeScan, freeScan } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";

/** The report that a "Watch this host" link came from, and what the server says about it. */
export type Watch =
	| { step: "none" }
	| { step: "asking"; report: string }
	| ({ step: "known"; report: string } & FreeScan)
	/** The link has expired, or its report was deleted. */
	| { step: "gone" }
	| { step: "failed"; report: string };

const NONE: Watch = { step: "none" };

const tokenOf = (state: unknown): string =>
	typeof state === "object" && state !== null && "watch" in state && typeof state.watch === "string" ? state.watch : "";

/** Takes the token out of the address at once; after a reload it is in the history state. */
function takeToken(): string {
	const token = new URLSearchParams(location.search).get("watch");
	if (token === null) return tokenOf(history.state);
	history.replaceState({ ...history.state, watch: token }, "", location.pathname);
	return token;
}

/** Which host a link from a report asks to watch. Nothing until the page is hydrated. */
export function useWatch(): Watch {
	const [watch, setWatch] = useState(NONE);
	useEffect(() => {
		const report = takeToken();
		if (report === "") return;
		setWatch({ step: "asking", report });
		const over = new AbortController();
		callApi(API_PATHS.freeScans, {
			method: "POST",
			body: { report },
			answer: freeScan,
			asSession: true,
			signal: over.signal,
		}).then(
			(scan) => setWatch({ step: "known", report, ...scan }),
			(error: unknown) => {
				if (over.signal.aborted) return;
				const isGone = error instanceof ApiFailure && (error.status === 404 || error.status === 400);
				setWatch(isGone ? { step: "gone" } : { step: "failed", report });
			},
		);
		return () => over.abort();
	}, []);
	return watch;
}
