import { type Box, moved, type Point, resized } from "./box.ts";

/** The covers on a picture, and their undo history. */
export type Covering = {
	boxes: readonly Box[];
	/** Which box the keys move; null if none is chosen. */
	chosen: number | null;
	/** What was covered before each step, oldest first. */
	before: readonly (readonly Box[])[];
	/** What the last step was part of. The next step with the same name does not get its own undo step. */
	stroke: string | null;
};

export type CoveringEvent =
	| { type: "added"; box: Box }
	| { type: "chosen"; index: number }
	/** `stroke`: one drag of a finger, or keys pressed one after the other. */
	| { type: "moved" | "resized"; by: Point; stroke: string }
	| { type: "removed" }
	| { type: "undone" };

export const beginCovering = (boxes: readonly Box[]): Covering => ({ boxes, chosen: null, before: [], stroke: null });

const changed = (state: Covering, boxes: readonly Box[], chosen: number | null, stroke: string | null): Covering => ({
	boxes,
	chosen,
	before: stroke !== null && stroke === state.stroke ? state.before : [...state.before, state.boxes],
	stroke,
});

/** Covers are drawn, moved and removed, step by step, and each step can be undone. An event that does not apply changes nothing. */
export function cover(state: Covering, event: CoveringEvent): Covering {
	const { boxes, chosen, before } = state;
	switch (event.type) {
		case "added":
			return changed(state, [...boxes, event.box], boxes.length, null);
		case "chosen":
			return event.index === chosen || !boxes[event.index] ? state : { ...state, chosen: event.index, stroke: null };
		case "moved":
		case "resized": {
			const box = chosen === null ? undefined : boxes[chosen];
			if (!box) return state;
			const next = (event.type === "moved" ? moved : resized)(box, event.by);
			const others = boxes.map((one) => (one === box ? next : one));
			return changed(state, others, chosen, `${event.type} ${event.stroke}`);
		}
		case "removed": {
			if (chosen === null || !boxes[chosen]) return state;
			const left = boxes.filter((_, index) => index !== chosen);
			return changed(state, left, left.length === 0 ? null : Math.min(chosen, left.length - 1), null);
		}
		case "undone": {
			const last = before.at(-1);
			if (!last) return state;
			return {
				boxes: last,
				chosen: last.length === 0 ? null : Math.min(chosen ?? 0, last.length - 1),
				before: before.slice(0, -1),
				stroke: null,
			};
		}
	}
}
