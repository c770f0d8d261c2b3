import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { keptStore } from "#src/lib/data/cache/browser-kept-data.ts";
import type { Pinned } from "#src/lib/data/cache/kept-data-store.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { pinOf, type TakeEnd, takeClient } from "./take-client.ts";

export type Taking = { status: "idle"; end: TakeEnd | null } | { status: "taking"; done: number; total: number };

/** What the user chose to keep of the client on this device, and how to change that. */
export function useTakeClient() {
	const queries = useQueryClient();
	const account = useAccount();
	const owner = account.status === "known" ? account.account.accountId : null;
	const { scope } = useScope();
	const [pinned, setPinned] = useState<Pinned | null>(null);
	const [taking, setTaking] = useState<Taking>({ status: "idle", end: null });
	const running = useRef<AbortController | null>(null);
	const look = useCallback(async () => {
		// Without storage, nothing is kept.
		setPinned(owner === null ? null : await keptStore.pinned(owner, pinOf(scope)).catch(() => null));
	}, [owner, scope]);
	useEffect(() => void look(), [look]);
	// Leaving the screen stops it; what was read by then is kept.
	useEffect(() => () => running.current?.abort(), []);
	return {
		pinned,
		taking,
		async take(): Promise<void> {
			if (owner === null || running.current) return;
			const controller = new AbortController();
			running.current = controller;
			setTaking({ status: "taking", done: 0, total: 0 });
			const deps = { queries, store: keptStore, owner, scope, now: () => Date.now() };
			const end = await takeClient(
				deps,
				(done, total) => setTaking({ status: "taking", done, total }),
				controller.signal,
			);
			running.current = null;
			setTaking({ status: "idle", end });
			await look();
		},
		stop: () => running.current?.abort(),
		async remove(): Promise<void> {
			if (owner !== null) await keptStore.unpin(owner, pinOf(scope)).catch(() => undefined);
			setTaking({ status: "idle", end: null });
			await look();
		},
	};
}
