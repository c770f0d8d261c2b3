import { shownText } from "#contract/frameworks/frameworks.ts";
import type { OscalControl, OscalData } from "./oscal-data.ts";
import { head, idsOf, type Json, label, line, list, prop, prose, token } from "./words.ts";

/** OSCAL's names for kinds of components. */
const TYPES: Readonly<Record<OscalControl["kind"], string>> = {
	technical: "service",
	procedural: "process-procedure",
	physical: "physical",
};

/** How the requirement stands, and if only some of its controls show something, how many. */
function standingProps({ all }: OscalData["framework"], id: string): Json[] {
	const requirement = all.find((one) => one.id === id);
	const standing = requirement?.standing;
	if (!requirement || !standing) return [];
	const shown = standing === "partly" ? [prop("controls-shown", shownText(requirement))] : [];
	return [prop("requirement-standing", standing), ...shown];
}

/** The client's controls, and which requirements each serves. */
export function componentDefinition(data: OscalData): Json {
	const { framework, controls } = data;
	const id = idsOf(data);
	return {
		"component-definition": {
			...head("component-definition", data),
			components: list(
				controls.map((control) => ({
					uuid: id("control", control.id),
					type: TYPES[control.kind],
					title: line(`${control.code} ${control.title}`),
					description: prose(control.objective),
					props: [
						label(control.code),
						prop("state", control.state),
						...(control.retiredOn === null ? [] : [prop("retired", control.retiredOn)]),
					],
					"control-implementations": [
						{
							uuid: id("implementation", control.id, framework.id),
							// OSCAL asks for one. A framework that a workspace added has no address.
							source: framework.source.url ?? `urn:plumbline:framework:${framework.id}`,
							description: line(framework.name),
							"implemented-requirements": control.requirements.map((requirement) => ({
								uuid: id("implemented", control.id, framework.id, requirement),
								"control-id": token(requirement),
								description: line(`${control.code} serves ${requirement}.`),
								props: [label(requirement), ...standingProps(framework, requirement)],
							})),
						},
					],
				})),
			),
		},
	};
}
