import { expect, test } from "vitest";
import { respondentId } from "#contract/assessments/respondents.ts";
import { template } from "#contract/assessments/template.ts";
import type { KeptLink } from "#src/features/respond/kept/kept-link.ts";
import { createLinkSaver } from "#src/features/respond/kept/link-saver.ts";
import type { LinkStore } from "#src/features/respond/kept/link-store.ts";

const asked = template.parse({
	id: "small",
	version: 1,
	title: "Small",
	about: "One question.",
	kind: "vendor",
	source: { title: "Ours" },
	asOf: "2026-11-01",
	sections: [{ id: "door", title: "The door", questions: [{ id: "key", type: "text", text: "Who has the key?" }] }],
});
const DOOR = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11";
const ROOF = "0e0f4c57-9f3b-4a5c-8d5e-6f3c1f1b2a22";

const linkOf = (id: string): KeptLink => ({
	token: "",
	email: "g…@example.net",
	detail: {
		respondentId: respondentId.parse(id),
		workspace: "Acme",
		askedBy: "Ada",
		title: "Door",
		name: "Grace",
		endsOn: "2026-12-24",
		template: asked,
		words: [],
		parts: [],
		open: true,
	},
	said: {},
	usedAt: 0,
});

/** A store whose transactions end when the test says so. */
function heldStore(kept: Record<string, KeptLink>) {
	const ends: ((error?: Error) => void)[] = [];
	const change: LinkStore["change"] = (id, fn) => {
		const next = fn(kept[id] ?? null);
		return new Promise((resolve, reject) => {
			ends.push((error) => {
				if (error) return reject(error);
				if (next) kept[id] = next;
				resolve(next);
			});
		});
	};
	return { kept, ends, change };
}

/** One more letter. The token stands for a link's data. */
const typed = (letter: string) => (link: KeptLink) => ({ ...link, token: `${link.token}${letter}` });

/** Runs everything that does not wait for something outside. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("what is typed while a transaction runs is one more transaction, and nothing counts as saved before its own has ended", async () => {
	const store = heldStore({ [DOOR]: linkOf(DOOR) });
	const saver = createLinkSaver(store);
	const saved: string[] = [];
	for (const letter of "abcd") {
		void saver.save(linkOf(DOOR), typed(letter)).then((isSaved) => saved.push(`${letter} ${isSaved}`));
	}
	await turn();
	expect(store.ends).toHaveLength(1);
	expect(saved).toEqual([]);
	store.ends[0]?.();
	await turn();
	expect(store.kept[DOOR]?.token).toBe("a");
	expect(saved).toEqual(["a true"]);
	expect(store.ends).toHaveLength(2);
	store.ends[1]?.();
	await saver.settled();
	await turn();
	expect(store.kept[DOOR]?.token).toBe("abcd");
	expect(saved).toEqual(["a true", "b true", "c true", "d true"]);
	expect(store.ends).toHaveLength(2);
});

test("a transaction that fails tells each of its changes, and the next one goes on", async () => {
	const store = heldStore({ [DOOR]: linkOf(DOOR) });
	const saver = createLinkSaver(store);
	const first = saver.save(linkOf(DOOR), typed("a"));
	const second = [saver.save(linkOf(DOOR), typed("b")), saver.save(linkOf(DOOR), typed("c"))];
	store.ends[0]?.();
	expect(await first).toBe(true);
	await turn();
	store.ends[1]?.(new Error("The device is full."));
	expect(await Promise.all(second)).toEqual([false, false]);
	const third = saver.save(linkOf(DOOR), typed("d"));
	await turn();
	store.ends[2]?.();
	expect(await third).toBe(true);
	expect(store.kept[DOOR]?.token).toBe("ad");
});

test("changes of two links do not mix, and one that the device does not keep begins as it is on the screen", async () => {
	const store = heldStore({ [DOOR]: linkOf(DOOR) });
	const saver = createLinkSaver(store);
	const onScreen = { ...linkOf(ROOF), token: "shown " };
	void saver.save(linkOf(DOOR), typed("a"));
	void saver.save(onScreen, typed("x"));
	void saver.save(linkOf(DOOR), typed("b"));
	// As a screen does it: the second change is to what the first one created.
	void saver.save(typed("x")(onScreen), typed("y"));
	for (let n = 0; n < 3; n++) {
		await turn();
		store.ends[n]?.();
	}
	await saver.settled();
	expect(store.kept[DOOR]?.token).toBe("ab");
	expect(store.kept[ROOF]?.token).toBe("shown xy");
	expect(store.ends).toHaveLength(3);
});
