import type { LiveScenario } from './live_scenario.ts';
import { type LiveView, liveView } from './live_view.ts';

/**
 * Ties the controls of `root` to a scenario: at most one computation and one painting a frame, straight into the elements that React
 * has made and leaves alone. `onSettled`: a control was let go.
 */
export function watchScenario(
  root: HTMLElement,
  scenario: LiveScenario,
  onSettled: (view: LiveView) => void,
): () => void {
  let frame: number | undefined;
  const place = (name: string) => root.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  const controls = new Map<string, HTMLInputElement | null>();
  const control = (name: string) => {
    const known = controls.get(name) ?? place(name);
    controls.set(name, known);
    return known;
  };
  const texts = [...root.querySelectorAll<HTMLElement>('[data-live]')];
  const bars = [...root.querySelectorAll<HTMLElement>('[data-bar]')];
  const faults = [...root.querySelectorAll<HTMLElement>('[data-fault]')];
  const paint = () => {
    frame = undefined;
    const view = liveView(scenario.state());
    for (const element of texts) write(element, view.texts[element.dataset.live ?? ''] ?? '');
    for (const element of bars) element.style.setProperty('--share', String(view.bars[element.dataset.bar ?? ''] ?? 0));
    for (const [name, value] of Object.entries(view.values)) {
      const input = control(name);
      const isTyped = input?.type !== 'range' && (input === document.activeElement || name in view.faults);
      if (input && !isTyped && input.value !== value) input.value = value;
    }
    for (const [name, text] of Object.entries(view.spoken)) {
      const range = control(name);
      range?.setAttribute('aria-valuetext', text);
      for (const one of [range, control(name.replace('slide.', 'percent.'))]) {
        if (one) one.disabled = view.closed.includes(one.name);
      }
    }
    for (const element of faults) {
      const name = element.dataset.fault ?? '';
      write(element, view.faults[name] ?? '');
      control(name)?.setAttribute('aria-invalid', String(name in view.faults));
    }
    return view;
  };
  const input = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.still !== undefined) return;
    scenario.set(target.name, target.value);
    frame ??= requestAnimationFrame(paint);
  };
  const settle = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.dataset.still === undefined) onSettled(paint());
  };
  root.addEventListener('input', input);
  root.addEventListener('change', settle);
  onSettled(paint());
  return () => {
    root.removeEventListener('input', input);
    root.removeEventListener('change', settle);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
