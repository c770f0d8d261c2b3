/**
 * Whether a host belongs to the client a scope names: `client` and `workspace` are values of the statement, such as `$1`. True for every
 * host if no client is named. A host assigned to no client is the workspace's own.
 */
export const ofClient = (host: string, workspace: string, client: string): string => {
	const hosts = (which: string) =>
		`SELECT assets.host FROM assets WHERE assets.account_id = ${workspace}::uuid AND assets.client_id ${which} ${client}::uuid`;
	return `(${client}::uuid IS NULL OR CASE WHEN ${client}::uuid = ${workspace}::uuid
	  THEN coalesce(${host}, '') NOT IN (${hosts("<>")}) ELSE ${host} IN (${hosts("=")}) END)`;
};

/** The name of a host's client; empty for the workspace's own, and for hosts assigned to no client. */
export const clientName = (host: string, workspace: string): string =>
	`coalesce((SELECT clients.name FROM assets JOIN clients ON clients.id = assets.client_id
	   WHERE assets.account_id = ${workspace} AND assets.host = ${host} AND clients.id <> clients.workspace_id), '')`;
