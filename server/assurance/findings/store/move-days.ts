/**
 * For the trend of a workspace (`$1`) when a client (`$2`) with its own trend is added or removed: each day of the workspace goes up or
 * down by what the client had at the end of that day.
 */
export const moveDays = (sign: "+" | "-"): string =>
	`UPDATE finding_days AS day SET ${["high", "medium", "low", "none"]
		.map((severity) => `${severity} = greatest(0, day.${severity} ${sign} its.${severity})`)
		.join(", ")}
	 FROM finding_days AS same, LATERAL (SELECT high, medium, low, none FROM finding_days_of_clients
	   WHERE account_id = $1 AND client_id = $2 AND finding_days_of_clients.day <= same.day
	   ORDER BY finding_days_of_clients.day DESC LIMIT 1) AS its
	 WHERE day.account_id = $1 AND same.account_id = $1 AND same.day = day.day`;

/** Before a client's days are added: fills in the days that the workspace has no row for, with its numbers without the client. */
export const FILL_DAYS = `INSERT INTO finding_days (account_id, day, high, medium, low, none)
	 SELECT $1, its.day, coalesce(before.high, 0), coalesce(before.medium, 0), coalesce(before.low, 0), coalesce(before.none, 0)
	 FROM finding_days_of_clients AS its LEFT JOIN LATERAL (SELECT high, medium, low, none FROM finding_days
	   WHERE account_id = $1 AND finding_days.day <= its.day ORDER BY finding_days.day DESC LIMIT 1) AS before ON true
	 WHERE its.account_id = $1 AND its.client_id = $2
	 ON CONFLICT (account_id, day) DO NOTHING`;
