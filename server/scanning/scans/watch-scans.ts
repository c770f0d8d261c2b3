import { type Happening, happened } from "#server/platform/watch/happened.ts";
import type { Scan, ScanEvent } from "./scan.ts";
import type { ScanStore } from "./store/scan-store.ts";

/** Reports when scans start and end, once that is committed. Every change of a scan's state goes through here. */
export function watchScans(store: ScanStore): ScanStore {
	return {
		...store,
		async transaction(work, by) {
			const moves: Happening[] = [];
			const outcome = await store.transaction(
				(tx) =>
					work({
						...tx,
						async apply(id, event) {
							const moved = await tx.apply(id, event);
							const happening = moved?.ok && happeningOf(moved.scan, event);
							if (happening) moves.push(happening);
							return moved;
						},
					}),
				by,
			);
			if (outcome.ok) for (const move of moves) happened(move);
			return outcome;
		},
	};
}

const secondsBetween = (from: Date, to: Date) => Math.max(0, (to.getTime() - from.getTime()) / 1_000);

function happeningOf(scan: Scan, event: ScanEvent): Happening | undefined {
	const { kind } = scan.request;
	switch (scan.status) {
		case "running":
			// A second attempt has waited for a different reason.
			if (event.type !== "leased" || scan.attempts > 1) return undefined;
			return { what: "scan began", kind, waitedSeconds: secondsBetween(scan.acceptedAt, scan.startedAt) };
		case "completed": {
			const ending = scan.coverage === "full" ? "completed" : "partial";
			return { what: "scan ended", kind, ending, seconds: secondsBetween(scan.startedAt, scan.finishedAt) };
		}
		case "failed": {
			const seconds = scan.startedAt && secondsBetween(scan.startedAt, scan.finishedAt);
			return { what: "scan ended", kind, ending: scan.failure.code, seconds };
		}
		case "pending":
			return undefined;
	}
}
