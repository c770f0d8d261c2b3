import type { RespondentId } from "#contract/assessments/respondents.ts";
import type { KeptLink } from "./kept-link.ts";
import type { LinkStore } from "./link-store.ts";

type Pending = {
	/** As it is on the screen, without this change: what is changed if the device keeps nothing of it. */
	shown: KeptLink;
	fn(link: KeptLink): KeptLink;
	/** Whether it is on the device. */
	done(isSaved: boolean): void;
};

/**
 * Saves changes of links in their order, one transaction at a time: those made during one, such as a few keystrokes, are the next one
 * together.
 */
export function createLinkSaver(links: Pick<LinkStore, "change">) {
	let pending: Pending[] = [];
	let running: Promise<void> | null = null;
	const idOf = ({ shown }: Pending): RespondentId => shown.detail.respondentId;

	async function run(): Promise<void> {
		for (let first = pending[0]; first; first = pending[0]) {
			const id = idOf(first);
			const own = pending.filter((one) => idOf(one) === id);
			pending = pending.filter((one) => idOf(one) !== id);
			const isSaved = await links
				.change(id, (before) => own.reduce<KeptLink | null>((link, { shown, fn }) => fn(link ?? shown), before))
				.then(
					() => true,
					() => false,
				);
			for (const { done } of own) done(isSaved);
		}
		running = null;
	}

	return {
		/** Resolves to whether the change is on the device. */
		save: (shown: KeptLink, fn: Pending["fn"]): Promise<boolean> =>
			new Promise((resolve) => {
				pending.push({ shown, fn, done: resolve });
				running ??= run();
			}),
		/** Resolves when nothing is left to save. */
		settled: async (): Promise<void> => {
			await running;
		},
	};
}
