import { WEEKDAYS } from "#contract/scans/schedules.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FieldNote } from "#src/ui/fields/field-note.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { DAY_LABELS, REPEAT_LABELS } from "./schedule-text.ts";
import type { ScheduleValues } from "./schedule-values.ts";

type Props = {
	values: ScheduleValues;
	/** Errors of single fields, by their place in the request. */
	errors: Record<string, string>;
	onChange(change: Partial<ScheduleValues>): void;
};

const CHOICES = Object.entries(REPEAT_LABELS).map(([value, label]) => ({ value, label }));

/** Names as this device knows them; the server may know more. */
const zones = () => ["UTC", ...Intl.supportedValuesOf("timeZone")];

function Days({ values: { days }, errors, onChange }: Props) {
	const wrong = errors["recurrence/days"] ?? "";
	return (
		<fieldset aria-describedby={wrong ? "schedule-days-note" : undefined}>
			<legend className="font-medium text-15">Days</legend>
			<div className="flex flex-wrap gap-x-5">
				{WEEKDAYS.map((day) => (
					<CheckField
						key={day}
						id={`schedule-${day}`}
						name="recurrence/days"
						checked={days.includes(day)}
						onChange={({ target }) =>
							onChange({ days: target.checked ? [...days, day] : days.filter((one) => one !== day) })
						}
					>
						{DAY_LABELS[day]}
					</CheckField>
				))}
			</div>
			<FieldNote id="schedule-days-note" error={wrong} />
		</fieldset>
	);
}

/** When a schedule runs. */
export function TimingFields(props: Props) {
	const { values, errors, onChange } = props;
	const { repeats } = values;
	return (
		<>
			<ChoiceField
				id="schedule-repeats"
				label="How often"
				options={CHOICES}
				value={repeats}
				onChange={({ target }) => onChange({ repeats: target.value as ScheduleValues["repeats"] })}
			/>
			{repeats === "weekly" && <Days {...props} />}
			<div className="grid gap-5 md:grid-cols-2 [&>*:only-child]:md:col-span-2">
				{repeats === "once" && (
					<FormField
						id="schedule-at"
						name="recurrence/at"
						label="Date and time"
						type="datetime-local"
						required
						value={values.at}
						error={errors["recurrence/at"]}
						onChange={({ target }) => onChange({ at: target.value })}
					/>
				)}
				{repeats === "monthly" && (
					<FormField
						id="schedule-day"
						name="recurrence/day"
						label="Day of the month"
						hint="In a shorter month, its last day"
						type="number"
						inputMode="numeric"
						min={1}
						max={31}
						required
						value={values.day}
						error={errors["recurrence/day"]}
						onChange={({ target }) => onChange({ day: target.value })}
					/>
				)}
				{repeats !== "once" && repeats !== "cron" && (
					<FormField
						id="schedule-time"
						name="recurrence/time"
						label="Time"
						type="time"
						required
						value={values.time}
						error={errors["recurrence/time"]}
						onChange={({ target }) => onChange({ time: target.value })}
					/>
				)}
				{repeats === "cron" && (
					<FormField
						id="schedule-expression"
						name="recurrence/expression"
						label="Cron expression"
						hint="Minute, hour, day, month, day of the week: 30 6 * * MON-FRI"
						placeholder="30 6 * * MON-FRI"
						required
						maxLength={100}
						autoCapitalize="none"
						autoCorrect="off"
						autoComplete="off"
						spellCheck={false}
						value={values.expression}
						error={errors["recurrence/expression"]}
						onChange={({ target }) => onChange({ expression: target.value })}
					/>
				)}
			</div>
			<FormField
				id="schedule-zone"
				name="timeZone"
				label="Time zone"
				list="schedule-zones"
				required
				maxLength={64}
				autoCapitalize="none"
				autoCorrect="off"
				autoComplete="off"
				spellCheck={false}
				value={values.timeZone}
				error={errors.timeZone}
				onChange={({ target }) => onChange({ timeZone: target.value.trim() })}
			/>
			<datalist id="schedule-zones">
				{zones().map((zone) => (
					<option key={zone} value={zone} />
				))}
			</datalist>
		</>
	);
}
