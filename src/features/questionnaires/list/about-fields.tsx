import { FormField } from "#src/ui/fields/form-field.tsx";

/** What a person says about a questionnaire: as typed. */
export type About = { title: string; customer: string; due: string };

type Props = { about: About; onAbout(about: About): void };

/** The fields of what is known about a questionnaire. */
export const AboutFields = ({ about, onAbout }: Props) => (
	<>
		<FormField
			id="questionnaire-title"
			name="title"
			label="Title"
			required
			maxLength={200}
			autoComplete="off"
			value={about.title}
			onChange={({ target }) => onAbout({ ...about, title: target.value })}
		/>
		<FormField
			id="questionnaire-customer"
			name="customer"
			label="Customer, optional"
			maxLength={100}
			autoComplete="off"
			value={about.customer}
			onChange={({ target }) => onAbout({ ...about, customer: target.value })}
		/>
		<FormField
			id="questionnaire-due"
			name="due"
			type="date"
			label="Due, optional"
			value={about.due}
			onChange={({ target }) => onAbout({ ...about, due: target.value })}
		/>
	</>
);
