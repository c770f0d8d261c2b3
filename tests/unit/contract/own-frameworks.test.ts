import { expect, test } from "vitest";
import { controlList, servedBy } from "#contract/controls/controls.ts";
import { subject } from "#contract/evidence/evidence.ts";
import { allIn, frameworkList } from "#contract/frameworks/frameworks.ts";
import { frameworkId, isOwn, shippedId } from "#contract/frameworks/pack.ts";
import { requestIn, requestInAnswer } from "#contract/reports/reports.ts";
import { newOwnId } from "#server/assurance/packs/own-id.ts";

const own = newOwnId(new Date());

test("an id of a framework of one’s own fits where earlier versions take an id of ours", () => {
	// What they accept as the subject of evidence, and in a client's file.
	expect(own.length).toBeLessThanOrEqual(30);
	expect(subject.safeParse({ type: "requirement", id: `${own} GS-1` }).success).toBe(true);
	expect([isOwn(own), frameworkId.safeParse(own).success, shippedId.safeParse(own).success]).toEqual([
		true,
		true,
		false,
	]);
	expect(newOwnId(new Date(0)) < newOwnId(new Date(1_000_000)) && newOwnId(new Date(1_000_000)) < own).toBe(true);
});

test.each(["own-", "own-1", `${own}0`, own.toUpperCase(), "own-__proto__", "__proto__", "constructor", ""])(
	"%j is no framework",
	(id) => {
		expect(frameworkId.safeParse(id).success).toBe(false);
	},
);

test("what earlier versions of the app kept is read as having no frameworks of one’s own", () => {
	expect(allIn(frameworkList.parse({ frameworks: [] }))).toEqual([]);
	const kept = {
		id: "019abcde-0000-7000-8000-000000000000",
		clientId: "019abcde-0000-7000-8000-000000000001",
		code: "VM-01",
		title: "T",
		kind: "technical",
		state: "planned",
		owner: null,
		standing: "not-evaluated",
		why: "",
		findings: 0,
		openTasks: 0,
		nextDue: null,
		requirements: [{ framework: "soc-2", requirementId: "CC6.1" }],
	};
	const [control = expect.fail()] = controlList.parse({ controls: [kept] }).controls;
	expect(servedBy(control)).toEqual(kept.requirements);
});

test("a report’s request is answered in two parts, and is whole again when it is asked for anew", () => {
	const request = { template: "compliance-report" as const, hosts: [], clients: [] };
	for (const frameworks of [undefined, [], ["soc-2" as const], [own], ["soc-2" as const, own]]) {
		const asked = { ...request, ...(frameworks && { frameworks }) };
		const answer = requestInAnswer(asked);
		expect(answer.request.frameworks?.every((id) => shippedId.safeParse(id).success) ?? true).toBe(true);
		expect(requestIn(answer).frameworks ?? []).toEqual(frameworks ?? []);
	}
});
