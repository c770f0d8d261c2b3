/** When a control was retired; NULL if it is not. Of a statement that selects from `controls`. */
export const retiredAt =
	"CASE WHEN controls.state = 'retired' THEN coalesce((said ->> 'state')::timestamptz, controls.created_at) END";

/** Whether a control was not retired before a moment: what is over today was there in a window of the past. */
export const wasThere = (start: string): string => `coalesce(${retiredAt} >= ${start}, true)`;
