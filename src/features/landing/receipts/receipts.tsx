import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { timeText } from "#contract/format/time.ts";
import { entryId } from "#contract/ids.ts";
import {
	pruneReceipts,
	type Receipt,
	readReceipts,
	removeReceipt,
	settleReceipt,
	subscribeReceipts,
} from "#src/lib/free-scan/receipts.ts";
import { Icon } from "#src/ui/icon.tsx";

const none: readonly Receipt[] = [];

function stateText({ state, at }: Receipt): string {
	switch (state) {
		case "sent":
			return `Requested ${timeText(at)}`;
		case "saved":
			return `Saved on this device ${timeText(at)}`;
		case "refused":
			return `Not accepted ${timeText(at)}. The outbox says why.`;
	}
}

/** Follows requests waiting in the outbox until they end, also after a reload. */
function useSettling(receipts: readonly Receipt[]): void {
	const waiting = receipts
		.filter(({ state }) => state === "saved")
		.map(({ id }) => id)
		.join();
	useEffect(() => {
		if (waiting === "") return;
		const over = new AbortController();
		Promise.all([import("#src/lib/outbox/browser-outbox.ts"), import("#src/requests/follow-entry.ts")])
			.then(([{ browserOutbox }, { followEntry }]) => {
				if (over.signal.aborted) return;
				for (const text of waiting.split(",")) {
					const id = entryId.safeParse(text);
					if (!id.success) continue;
					const stop = followEntry(browserOutbox(), id.data, ({ fate }) => settleReceipt(text, fate, Date.now()));
					over.signal.addEventListener("abort", stop);
				}
			})
			.catch(() => undefined);
		return () => over.abort();
	}, [waiting]);
}

function Line({ receipt }: { receipt: Receipt }) {
	const { id, target, email } = receipt;
	return (
		<li className="flex items-start gap-2 border-line border-t first:border-0">
			<div className="min-w-0 grow py-2">
				<p className="wrap-anywhere text-15">
					<span className="font-semibold">{target}</span> <span aria-hidden="true">→</span>
					<span className="sr-only"> to </span> {email}
				</p>
				<p className="text-13 text-quiet">{stateText(receipt)}</p>
			</div>
			<button
				type="button"
				onClick={() => removeReceipt(id)}
				className="grid size-11 flex-none cursor-pointer place-items-center rounded-control text-quiet hover:text-ink"
			>
				<Icon name="close" />
				<span className="sr-only">Remove the receipt for {target}</span>
			</button>
		</li>
	);
}

/** Recent requests from this device, below the form. They load after the page, which reserves space for them. */
export function Receipts() {
	const [place, setPlace] = useState<Element | null>(null);
	const receipts = useSyncExternalStore(subscribeReceipts, readReceipts, () => none);
	useEffect(() => {
		pruneReceipts(Date.now());
		setPlace(document.querySelector("[data-below-form]"));
	}, []);
	useSettling(receipts);
	if (!place || receipts.length === 0) return null;
	return createPortal(
		<ul aria-label="Requested on this device" className="arrive mt-4 rounded-card border border-line bg-raised ps-3">
			{receipts.map((receipt) => (
				<Line key={receipt.id} receipt={receipt} />
			))}
		</ul>,
		place,
	);
}
