import { type Csv, csvOf } from "#contract/csv.ts";
import type { ListedLead } from "#contract/operator/operator.ts";

/** A CSV file of leads. */
export const LEAD_CSV: Csv<ListedLead> = csvOf({
	kind: ({ kind }) => kind,
	accepted_at: ({ acceptedAt }) => acceptedAt,
	confirmed_at: ({ confirmedAt }) => confirmedAt,
	email: ({ email }) => email,
	name: ({ name }) => name,
	company: ({ company }) => company,
	role: ({ role }) => role,
	company_size: ({ companySize }) => companySize,
	inquiry_type: ({ inquiryType }) => inquiryType,
	timeline: ({ timeline }) => timeline,
	starts_at: ({ startsAt }) => startsAt,
	time_zone: ({ timeZone }) => timeZone,
	message: ({ message }) => message,
	id: ({ id }) => id,
});
