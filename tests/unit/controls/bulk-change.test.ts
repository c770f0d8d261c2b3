import { expect, test } from "vitest";
import type { ControlState, ControlSummary } from "#contract/controls/controls.ts";
import { accountId } from "#contract/ids.ts";
import { backTo, changedBy, movesOfAll } from "#src/features/controls/change/bulk-change.ts";

const ADA = accountId.parse("0199c0de-0000-7000-8000-000000000001");
const BO = accountId.parse("0199c0de-0000-7000-8000-000000000002");

const control = (state: ControlState, owner: ControlSummary["owner"] = null) => ({ state, owner });

test("a change leaves out the controls that have it already or cannot move there", () => {
	const controls = [control("planned"), control("operating"), control("retired"), control("not-operating")];
	expect(changedBy(controls, { state: "operating" })).toEqual([control("planned"), control("not-operating")]);
	const owned = [control("planned", { accountId: ADA, name: "Ada" }), control("planned")];
	expect(changedBy(owned, { owner: ADA })).toEqual([control("planned")]);
	expect(changedBy(owned, { owner: null })).toEqual([owned[0]]);
	expect(changedBy(owned, { owner: BO })).toEqual(owned);
});

test("offered are the states that any of them can move to", () => {
	expect(movesOfAll([control("planned")])).toEqual(["operating", "retired"]);
	expect(movesOfAll([control("planned"), control("retired")])).toEqual(["planned", "operating", "retired"]);
	expect(movesOfAll([])).toEqual([]);
});

test("an undo says where it starts from, and a reason where the state before needs one", () => {
	expect(backTo(control("planned"), { state: "operating" })).toEqual({ state: "planned", from: "operating" });
	expect(backTo(control("not-operating"), { state: "operating" })).toEqual({
		state: "not-operating",
		from: "operating",
		reason: "“Operating” was undone.",
	});
	expect(backTo(control("planned", { accountId: ADA, name: "Ada" }), { owner: BO })).toEqual({ owner: ADA });
	expect(backTo(control("planned"), { owner: BO })).toEqual({ owner: null });
});
