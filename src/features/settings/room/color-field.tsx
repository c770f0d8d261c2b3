import { CLIENT_COLORS, type ClientColor } from "#contract/workspaces/client-colors.ts";
import { COLOR_LABELS } from "#src/lib/workspace/clients/client-colors.ts";
import { ColorMark } from "#src/lib/workspace/clients/color-mark.tsx";

type Props = { id: string; value: ClientColor; disabled?: boolean };

/** Chooses one of the eight colors, each with its name. */
export function ColorField({ id, value, disabled = false }: Props) {
	return (
		<fieldset>
			<legend className="mb-1.5 font-medium text-15">Color</legend>
			<div className="grid grid-cols-2 gap-2 md:grid-cols-4">
				{CLIENT_COLORS.map((color) => (
					<label
						key={color}
						className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-raised px-3 text-15 has-checked:border-ink has-checked:font-semibold has-checked:outline-1 has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
					>
						<input
							type="radio"
							id={`${id}-${color}`}
							name="color"
							value={color}
							defaultChecked={color === value}
							disabled={disabled}
							className="sr-only"
						/>
						<ColorMark color={color} />
						{COLOR_LABELS[color]}
					</label>
				))}
			</div>
		</fieldset>
	);
}
