import type { FrameworkDetail, RequirementDetail } from "#contract/frameworks/frameworks.ts";
import type { TestMember } from "./people.ts";

/** What a member says about requirements. */
export const decisionBody = (requirements: readonly string[], more: Record<string, unknown> = {}) => ({
	framework: "iso-27001",
	requirements,
	decision: "applicable",
	justification: "",
	saidAt: new Date().toISOString(),
	...more,
});

/** Chooses a framework and returns how many controls were added. */
export async function choose(member: TestMember, frameworkId: string, chosen = true, headers = {}): Promise<number> {
	const answer = await member.call("chooseFramework", { params: { frameworkId }, body: { chosen }, headers });
	if (!answer.ok) throw new Error(`chooseFramework: ${answer.status} ${await answer.text()}`);
	return (await answer.json()).added;
}

export async function frameworkOf(member: TestMember, frameworkId: string, headers = {}): Promise<FrameworkDetail> {
	const answer = await member.call("readFramework", { params: { frameworkId }, headers });
	if (!answer.ok) throw new Error(`readFramework: ${answer.status} ${await answer.text()}`);
	return answer.json();
}

export const requirementOf = ({ all }: FrameworkDetail, id: string): RequirementDetail => {
	const found = all.find((each) => each.id === id);
	if (!found) throw new Error(`no requirement ${id}`);
	return found;
};

/** Decides and returns how many requirements changed. */
export async function decide(member: TestMember, body: ReturnType<typeof decisionBody>, headers = {}): Promise<number> {
	const answer = await member.call("decideRequirements", { body, headers });
	if (answer.status !== 202) throw new Error(`decideRequirements: ${answer.status} ${await answer.text()}`);
	return (await answer.json()).receipt.taken;
}
