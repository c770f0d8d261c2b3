import type { ControlInWindow, PopulationRow, TestInWindow } from "#contract/frameworks/effectiveness.ts";
import { site } from "#src/config/site.ts";
import type { OscalData } from "./oscal-data.ts";
import { at, idsOf, type Json, line, prop, prose } from "./words.ts";

/** OSCAL's names for methods of examination. */
const METHODS: Readonly<Record<TestInWindow["kind"], string>> = {
	scan: "TEST",
	checklist: "INTERVIEW",
	document: "EXAMINE",
	attestation: "INTERVIEW",
};

/** Ids of things that are named many times in a document, each made once. */
const onceFor = <T extends object>(make: (data: OscalData, one: T) => string) => {
	const made = new WeakMap<T, string>();
	return (data: OscalData, one: T): string => {
		const id = made.get(one) ?? make(data, one);
		made.set(one, id);
		return id;
	};
};
export const findingObservationId = onceFor<PopulationRow>((data, { fingerprint }) =>
	idsOf(data)("finding", fingerprint),
);
export const testObservationId = ({ window, ...data }: OscalData, testId: string): string =>
	idsOf(data)("test", testId, window.from, window.to);
export const riskId = onceFor<PopulationRow>((data, { fingerprint }) => idsOf(data)("risk", fingerprint));
const toolId = onceFor<OscalData>((_, data) => idsOf(data)("tool"));

/** What a scan saw. */
export const findingObservation = (data: OscalData, finding: PopulationRow): Json => ({
	uuid: findingObservationId(data, finding),
	title: line(finding.title),
	description: prose(`${finding.title}, on ${finding.host}.`),
	props: [
		prop("fingerprint", finding.fingerprint),
		prop("rule", finding.rule),
		prop("severity", finding.severity),
		prop("outcome", finding.outcome),
		prop("controls", finding.controls),
		...(finding.due === "" ? [] : [prop("due", finding.due)]),
		...(finding.fixed === "" ? [] : [prop("fixed", finding.fixed)]),
	],
	methods: ["TEST"],
	types: ["finding"],
	origins: [{ actors: [{ type: "tool", "actor-uuid": toolId(data, data) }] }],
	subjects: [{ "subject-uuid": hostId(data, finding.host), type: "inventory-item", title: line(finding.host) }],
	collected: finding.firstSeen,
	...(finding.reason !== "" && { remarks: prose(finding.reason) }),
});

/** How a test ran in the window. */
export const testObservation = (data: OscalData, { code }: ControlInWindow, test: TestInWindow): Json => ({
	uuid: testObservationId(data, test.testId),
	title: line(`${code}: ${test.title}`),
	description: `There is a result for ${test.ran} of ${test.due} periods of ${test.everyDays} days. Passed: ${test.passed}. Failed: ${test.failed}. Incomplete: ${test.incomplete}.`,
	props: [
		prop("control", code),
		prop("due", String(test.due)),
		prop("ran", String(test.ran)),
		...test.gaps.map(({ from, to }) => prop("gap", `${from}/${to}`)),
		...(test.hosts
			? [prop("hosts", `${test.hosts.looked}/${test.hosts.all}`), prop("hosts-with-gaps", String(test.hosts.withGaps))]
			: []),
	],
	methods: [METHODS[test.kind]],
	types: ["control-objective"],
	collected: at(data.window.to),
});

const hostId = (data: OscalData, host: string): string => idsOf(data)("host", host);

/** Hosts with findings, and the tool that found them. */
export function localDefinitions(data: OscalData): Json {
	const hosts = [...new Set(data.findings.map(({ host }) => host))].toSorted();
	return {
		components: [
			{
				uuid: toolId(data, data),
				type: "software",
				title: site.name,
				description: "Scans hosts from outside and keeps what people say of what was found.",
				status: { state: "operational" },
			},
		],
		...(hosts.length > 0 && {
			"inventory-items": hosts.map((host) => ({
				uuid: hostId(data, host),
				description: line(host),
				props: [prop("host", host)],
			})),
		}),
	};
}

/** A finding that was not fixed at the end of the window. */
export const isUnfixed = ({ outcome }: PopulationRow): boolean =>
	outcome === "open" || outcome === "overdue" || outcome === "accepted";

export const risk = (data: OscalData, finding: PopulationRow): Json => ({
	uuid: riskId(data, finding),
	title: line(finding.title),
	description: prose(`${finding.title}, on ${finding.host}.`),
	statement:
		finding.outcome === "accepted"
			? prose(`Accepted as a risk. ${finding.reason}`)
			: `Not fixed by the end of the window. Severity: ${finding.severity}.`,
	props: [prop("severity", finding.severity), prop("outcome", finding.outcome)],
	status: finding.outcome === "accepted" ? "deviation-approved" : "open",
	...(finding.due !== "" && { deadline: at(finding.due) }),
	"related-observations": [{ "observation-uuid": findingObservationId(data, finding) }],
});
