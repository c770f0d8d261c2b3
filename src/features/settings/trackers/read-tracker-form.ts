import { clientId } from "#contract/ids.ts";
import { type TrackerChange, type TrackerRequest, trackerSystem } from "#contract/tickets/trackers.ts";

const fieldsOf = (values: Record<string, string>) => ({
	name: values.name ?? "",
	project: values.project ?? "",
	issueType: values.issueType ?? "",
	email: values.email ?? "",
	clientId: values.clientId ? clientId.parse(values.clientId) : null,
});

/** What the fields of a new tracker hold. The server says what is wrong with it. */
export function readNewTracker(values: Record<string, string>): TrackerRequest {
	const url = values.url?.trim() ?? "";
	return {
		...fieldsOf(values),
		system: trackerSystem.parse(values.system),
		...(url !== "" && { url }),
		token: values.token ?? "",
	};
}

/** The same for an existing tracker: an empty token field keeps the current token. */
export function readTrackerChange(values: Record<string, string>): TrackerChange {
	const token = values.token ?? "";
	return { ...fieldsOf(values), url: values.url?.trim() ?? "", ...(token !== "" && { token }) };
}
