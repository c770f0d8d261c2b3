import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import type { Contents, Outbox } from "#src/requests/entry.ts";
import { browserCopies } from "./browser-copies.ts";
import type { Copies } from "./copies.ts";
import { shownAs } from "./shown.ts";

type ShownDeps = {
	outbox: Pick<Outbox, "contents" | "subscribe">;
	copies: Pick<Copies, "of" | "sweep" | "subscribe">;
};

/** The outbox for screens that show its contents: sealed entries appear as their originals, as far as this device may know them now. */
export function createShownOutbox({ outbox, copies }: ShownDeps): Pick<Outbox, "contents" | "subscribe"> {
	let mayHaveOrphans = true;
	outbox.subscribe(({ what }) => {
		if (what === "removed") mayHaveOrphans = true;
	});
	return {
		async contents(): Promise<Contents> {
			const { entries, unreadable } = await outbox.contents();
			if (mayHaveOrphans) {
				mayHaveOrphans = false;
				// Without storage there are none.
				void copies.sweep(new Set([...entries, ...unreadable].map(({ id }) => id))).catch(() => undefined);
			}
			const sealed = entries.filter(({ request }) => request.kind === "sealed");
			if (sealed.length === 0) return { entries, unreadable };
			const opened = await copies.of(sealed.map(({ id }) => id));
			const shown = entries.map((entry) => {
				const copy = opened.get(entry.id);
				return copy ? shownAs(entry, copy) : entry;
			});
			return { entries: shown, unreadable };
		},
		subscribe(listener) {
			const stops = [outbox.subscribe(listener), copies.subscribe(() => listener({ ids: null, what: "changed" }))];
			return () => {
				for (const stop of stops) stop();
			};
		},
	};
}

let shown: ReturnType<typeof createShownOutbox> | undefined;

/** This tab's outbox. */
export function shownOutbox(): Pick<Outbox, "contents" | "subscribe"> {
	shown ??= createShownOutbox({ outbox: browserOutbox(), copies: browserCopies });
	return shown;
}
