/** One office as the contact page shows it. */
type Office = {
	/** Its tab. */
	region: string;
	city: string;
	address: string[];
	phone: string;
	email: string;
	/** The office's time zone (IANA) and its common name: the hours are given in it. */
	timeZone: string;
	zoneName: string;
};

/** All offices keep the same hours, each in its own zone. */
export const OFFICE_HOURS = "9:00-18:00";

/** Examples: the operator replaces the cities and numbers. */
export const offices = [
	{
		region: "North America",
		city: "New York",
		address: ["100 Example Street, Suite 400", "New York, NY 10001", "United States"],
		phone: "+1 555 010 0141",
		email: "americas@plumbline.example",
		timeZone: "America/New_York",
		zoneName: "Eastern Time",
	},
	{
		region: "EMEA",
		city: "London",
		address: ["20 Example Road", "London EC1A 1BB", "United Kingdom"],
		phone: "+44 20 7946 0141",
		email: "emea@plumbline.example",
		timeZone: "Europe/London",
		zoneName: "UK time",
	},
	{
		region: "Africa",
		city: "Lagos",
		address: ["3 Example Close, Victoria Island", "Lagos 101241", "Nigeria"],
		phone: "+234 1 555 0141",
		email: "africa@plumbline.example",
		timeZone: "Africa/Lagos",
		zoneName: "West Africa Time",
	},
] as const satisfies Office[];
