/** When a control was retired; NULL if it is not. For a statement that selects from `controls`. */
export const retiredAt =
	"CASE WHEN controls.state = 'retired' THEN coalesce((said ->> 'state')::timestamptz, controls.created_at) END";

/** Whether a control was not yet retired at a moment: a control retired today was still there in a past window. */
export const wasThere = (start: string): string => `coalesce(${retiredAt} >= ${start}, true)`;
