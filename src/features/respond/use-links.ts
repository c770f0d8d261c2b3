import { useCallback, useEffect, useRef, useState } from "react";
import type { RespondDetail, RespondOffer } from "#contract/assessments/respond.ts";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { dayAfter } from "#src/lib/days/due-days.ts";
import { isOnline, subscribeOnline } from "#src/lib/device/online.ts";
import { troubleOf } from "#src/lib/forms/failure-text.ts";
import type { Outbox } from "#src/requests/entry.ts";
import type { Answering } from "./answering.ts";
import type { KeptLink } from "./kept/kept-link.ts";
import { createLinkSaver } from "./kept/link-saver.ts";
import { createLinkStore, type LinkStore } from "./kept/link-store.ts";
import { isOver, wipe, wipeEnded } from "./kept/wipe.ts";
import { loadAnswering } from "./questions/answering-code.ts";
import { readDetail, readOffer } from "./respond-api.ts";
import { releaseCode } from "./respond-entries.ts";

const LINK = /^#([\w-]{43})$/;

/** The secret that a link carries after the #, where no server sees it; null for any other address. */
export const readToken = (hash: string): string | null => LINK.exec(hash)?.[1] ?? null;

export type Opened =
	| { step: "opening" }
	/** The address has no link, and this device keeps none. */
	| { step: "none" }
	/** No link that works has this secret. */
	| { step: "gone"; why: string }
	| { step: "failed"; why: string }
	/** A code is needed before anything is shown. */
	| { step: "offer"; token: string; offer: RespondOffer }
	| Answering;

/** What is known about a link besides what the server shows. */
type About = Pick<KeptLink, "token" | "email">;

const isCode = (error: unknown, code: string) => error instanceof ApiFailure && error.code === code;

/** Keeps what the server shows, along with the answers given here. Without storage, it is only on the screen. */
async function keep(links: LinkStore, detail: RespondDetail, about: About): Promise<KeptLink> {
	const now = { ...about, detail, usedAt: Date.now() };
	const fresh: KeptLink = { ...now, said: {} };
	const kept = await links.change(detail.respondentId, (before) => ({ ...fresh, ...before, ...now })).catch(() => null);
	return kept ?? fresh;
}

/** Loaded after the page, because opening a link does not need it. It is loaded in any case, since it also sends. */
const loadOutbox = async (): Promise<Outbox> => (await import("#src/lib/outbox/browser-outbox.ts")).browserOutbox();

/** The links that this device keeps, without those that are over. */
async function keptLinks(links: LinkStore): Promise<KeptLink[]> {
	const today = dayAfter(Date.now(), 0);
	// Without storage, everything comes from the server each time.
	const kept = await links.list().catch(() => []);
	if (!kept.some((link) => isOver(link, today))) return kept;
	const outbox = await loadOutbox().catch(() => null);
	// What cannot be wiped now is wiped when the page is opened the next time.
	return outbox === null ? kept : await wipeEnded({ links, outbox }, kept, today).catch(() => []);
}

/** Continues what waited for a new code. */
async function sendOn(respondentId: RespondentId): Promise<void> {
	const outbox = await loadOutbox();
	await releaseCode(outbox, respondentId).catch(() => 0);
	void outbox.replay().catch(() => undefined);
}

/** The link that this page is about, and what the device keeps of it. */
export function useLinks() {
	const [links] = useState(() => createLinkStore(globalThis.indexedDB));
	const [saver] = useState(() => createLinkSaver(links));
	const [opened, setOpened] = useState<Opened>({ step: "opening" });
	const [others, setOthers] = useState<readonly KeptLink[]>([]);
	/** What is shown now, for callbacks that run after the next render. */
	const shown = useRef<Opened>(opened);
	const token = useRef<string | null>(null);

	const show = useCallback((next: Opened) => {
		shown.current = next;
		setOpened(next);
	}, []);

	/** Reads again from the server, and notes whether it lets this device in. */
	const refresh = useCallback(
		async (link: KeptLink): Promise<void> => {
			const now = () => {
				const { current } = shown;
				const isSame = current.step === "answering" && current.link.detail.respondentId === link.detail.respondentId;
				return isSame ? current : null;
			};
			try {
				const read = await readDetail(link.detail.respondentId);
				const kept = await keep(links, read, { token: link.token, email: link.email });
				const before = now();
				// What was said while the server answered is on the screen already.
				if (before) show({ ...before, link: { ...kept, said: before.link.said }, session: "open", gone: null });
			} catch (error) {
				const before = now();
				if (before && isCode(error, "code_required")) show({ ...before, session: "over" });
			}
		},
		[links, show],
	);

	const answer = useCallback(
		async (link: KeptLink, gone: string | null = null): Promise<void> => {
			try {
				await loadAnswering();
			} catch (error) {
				return show({ step: "failed", why: troubleOf(error, isOnline()).message });
			}
			show({ step: "answering", link, session: "unknown", gone });
			if (gone === null) void refresh(link);
		},
		[refresh, show],
	);

	/** Shows a link whose session has started, and continues what waited for that. */
	const begin = useCallback(
		async (respondentId: RespondentId, about: About): Promise<void> => {
			const link = await keep(links, await readDetail(respondentId), about);
			await loadAnswering();
			show({ step: "answering", link, session: "open", gone: null });
			await sendOn(respondentId).catch(() => undefined);
		},
		[links, show],
	);

	const open = useCallback(async (): Promise<void> => {
		const secret = token.current;
		// The device keeps every answer given here.
		await saver.settled();
		const kept = await keptLinks(links);
		setOthers(kept);
		if (secret === null) return kept[0] ? await answer(kept[0]) : show({ step: "none" });
		try {
			const offer = await readOffer(secret);
			const { respondentId, email } = offer;
			const own = kept.find(({ detail }) => detail.respondentId === respondentId);
			// A newer email has another secret for the same link.
			if (own) return await answer({ ...own, token: secret, email });
			await begin(respondentId, { token: secret, email }).catch((error: unknown) => {
				if (!isCode(error, "code_required")) throw error;
				show({ step: "offer", token: secret, offer });
				// Loaded while the code is on its way: losing the network after that does no harm.
				void loadAnswering().catch(() => undefined);
			});
		} catch (error) {
			const why = troubleOf(error, isOnline()).message;
			const isGone = isCode(error, "not_found");
			const own = kept.find((link) => link.token === secret);
			if (own) return await answer(own, isGone ? why : null);
			show(isGone ? { step: "gone", why } : { step: "failed", why });
		}
	}, [answer, begin, links, saver, show]);

	useEffect(() => {
		const read = () => {
			const found = readToken(location.hash);
			// Takes the secret out of the address at once.
			if (found !== null) history.replaceState(history.state, "", location.pathname + location.search);
			token.current = found ?? token.current;
			void open();
		};
		read();
		// Opening another link in the same tab changes only the part after the #.
		const onHash = () => readToken(location.hash) !== null && read();
		addEventListener("hashchange", onHash);
		return () => removeEventListener("hashchange", onHash);
	}, [open]);

	useEffect(
		() =>
			subscribeOnline(() => {
				const { current } = shown;
				if (isOnline() && current.step === "answering") void refresh(current.link);
			}),
		[refresh],
	);

	return {
		opened,
		/** Everything this device keeps. */
		others,
		again: () => void open(),
		begin,
		answer: (link: KeptLink) => void answer(link),
		refresh,
		/** Changes what is kept of the link that is shown: on the screen at once. Resolves to whether it was saved on the device. */
		async change(fn: (link: KeptLink) => KeptLink): Promise<boolean> {
			const { current } = shown;
			if (current.step !== "answering") return false;
			const link = fn(current.link);
			if (link === current.link) return true;
			show({ ...current, link });
			return saver.save(current.link, fn);
		},
		/** Removes everything this device has of a link. */
		async forget(link: KeptLink): Promise<void> {
			// What is saved after that would bring the link back.
			await saver.settled();
			await wipe({ links, outbox: await loadOutbox() }, link);
			token.current = null;
			await open();
		},
		/** The link no longer works. */
		gone(why: string): void {
			const { current } = shown;
			show(current.step === "answering" ? { ...current, gone: why } : { step: "gone", why });
		},
	};
}
