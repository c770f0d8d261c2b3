import type { COMPANY_SIZES, CONTACT_ROLES, CONTACT_TIMELINES, INQUIRY_TYPES } from "#contract/site/leads.ts";
import type { Choice } from "#src/ui/fields/choice-field.tsx";

type Inquiry = (typeof INQUIRY_TYPES)[number];

const choices = <Value extends string>(labels: Record<Value, string>): Choice[] =>
	Object.entries<string>(labels).map(([value, label]) => ({ value, label }));

export const inquiryChoices = choices<Inquiry>({
	demo: "A demo",
	pricing: "Pricing and plans",
	technical: "A technical question",
	partnership: "A partnership",
	support: "Help with my account or a scan",
	other: "Something else",
});

export const roleChoices = choices<(typeof CONTACT_ROLES)[number]>({
	ceo: "CEO or founder",
	cto: "Technology lead",
	ciso: "Security lead",
	compliance: "Compliance or risk",
	legal: "Legal",
	consultant: "Consultant or advisor",
	other: "Another role",
});

export const sizeChoices = choices<(typeof COMPANY_SIZES)[number]>({
	"1-10": "1–10 people",
	"11-50": "11–50 people",
	"51-200": "51–200 people",
	"201-1000": "201–1000 people",
	"1000+": "1000 people or more",
});

export const timelineChoices = choices<(typeof CONTACT_TIMELINES)[number]>({
	immediate: "Right away",
	short: "Within three months",
	medium: "In three to six months",
	long: "In more than six months",
	exploring: "Just looking",
});

type Channel = {
	id: "general" | "demo" | "sales" | "support";
	heading: string;
	text: string;
	link: string;
	inquiry: Inquiry;
};

export const channels: Channel[] = [
	{
		id: "general",
		heading: "General",
		text: "Press, partnerships, or a question that fits nowhere else.",
		link: "Write to us",
		inquiry: "other",
	},
	{
		id: "demo",
		heading: "Demo",
		text: "30 minutes with someone who knows the product. Bring a host you own, and we scan it together.",
		link: "Ask about a demo",
		inquiry: "demo",
	},
	{
		id: "sales",
		heading: "Sales",
		text: "Pricing, procurement documents, or a security questionnaire you need filled in.",
		link: "Write to sales",
		inquiry: "pricing",
	},
	{
		id: "support",
		heading: "Support",
		text: "A scan that did not finish, an email that did not arrive, or a finding you doubt.",
		link: "Write to support",
		inquiry: "support",
	},
];
