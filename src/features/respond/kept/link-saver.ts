import type { RespondentId } from "#contract/assessments/respondents.ts";
import type { KeptLink } from "./kept-link.ts";
import type { LinkStore } from "./link-store.ts";

type Pending = {
	/** The link on the screen without this change. The change applies to it if the device keeps nothing of the link. */
	shown: KeptLink;
	fn(link: KeptLink): KeptLink;
	/** Whether it is saved on the device. */
	done(isSaved: boolean): void;
};

/**
 * Saves changes to links in order, one transaction at a time. Changes made during one, such as a few keystrokes, go into the next one
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
		/** Resolves to whether the change was saved on the device. */
		save: (shown: KeptLink, fn: Pending["fn"]): Promise<boolean> =>
			new Promise((resolve) => {
				pending.push({ shown, fn, done: resolve });
				running ??= run();
			}),
		/** Resolves once nothing is left to save. */
		settled: async (): Promise<void> => {
			await running;
		},
	};
}
