import type { ReportData } from "./report-data.ts";

type OfClients = Pick<ReportData, "workspace" | "client" | "targets">;

/** What readers call a host's client: the workspace's own hosts belong to the workspace. */
export const clientName = ({ workspace }: Pick<ReportData, "workspace">, client: string): string =>
	client.trim() || workspace.name.trim() || "–";

/** The clients of the hosts in scope, by their first host: empty for the workspace itself, which comes last. */
export function clientsInScope({ targets }: Pick<ReportData, "targets">): string[] {
	const clients = [...new Set(targets.map(({ client }) => client))];
	return clients.filter((client) => client !== "").concat(clients.filter((client) => client === ""));
}

/** Whether hosts of several clients are in scope: then each is shown with its client. */
export const hasSeveralClients = (data: OfClients): boolean => data.client === null && clientsInScope(data).length > 1;

/**
 * The data that may be reported. Throws if a report of one client was given a host, a finding or a standing of another one: no report is
 * better than that one. A host that has moved to another client takes its earlier scans along.
 */
export function ofOneClient(data: ReportData): ReportData {
	const { client, targets, findings, compliance } = data;
	if (client === null) return data;
	const names = client.own ? ["", client.name] : [client.name];
	if ([...targets, ...findings, ...compliance].some((each) => !names.includes(each.client))) {
		throw new Error("A report of one client was given data of another one.");
	}
	const hosts = new Set(targets.map(({ host }) => host));
	const isOwn = ({ host }: { host: string }) => hosts.has(host);
	return { ...data, looks: data.looks.filter(isOwn), failures: data.failures.filter(isOwn) };
}
