import { describe, expect, it } from 'vitest';
import { BASE_STYLE } from '../../../src/display/style.ts';

/** Colours that are next to each other in a chart. */
const TOGETHER = [
  ['blue', 'grey', 'red'],
  ['blue', 'teal', 'slate', 'ochre'],
  ['ochre', 'blue', 'teal'],
  ['ochre', 'blue', 'grey'],
] as const;

/** Linear red, green and blue as seen without one kind of cones (Machado, Oliveira and Fernandes, 2009). */
const EYES = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

/** The least difference of two colours that are easy to distinguish (CIE 1976). */
const APART = 12;

const [light, dark] = [...BASE_STYLE.matchAll(/:root \{([^}]*)\}/g)].map(([, block = '']) =>
  Object.fromEntries([...block.matchAll(/--(\w+): #(\w{6});/g)].map(([, name = '', hex = '']) => [name, hex])),
);

function linear(hex = ''): number[] {
  return (hex.match(/../g) ?? []).map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
}

function lab(color: readonly number[], eyes: readonly (readonly number[])[]): number[] {
  const dot = (row: readonly number[], of: readonly number[]) =>
    row.reduce((sum, factor, index) => sum + factor * Math.max(0, of[index] ?? 0), 0);
  const seen = eyes.map((row) => dot(row, color));
  const [x = 0, y = 0, z = 0] = [
    dot([0.4124, 0.3576, 0.1805], seen) / 0.95047,
    dot([0.2126, 0.7152, 0.0722], seen),
    dot([0.0193, 0.1192, 0.9505], seen) / 1.08883,
  ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe('colours of a report', () => {
  it.each([
    ['light', light],
    ['dark', dark],
  ])('%s: can be distinguished with normal and colour-blind vision', (_, colors = {}) => {
    for (const [kind, eyes] of Object.entries(EYES))
      for (const group of TOGETHER)
        for (const [index, one] of group.entries())
          for (const other of group.slice(index + 1)) {
            const distance = Math.hypot(
              ...lab(linear(colors[one]), eyes).map(
                (part, place) => part - (lab(linear(colors[other]), eyes)[place] ?? 0),
              ),
            );
            expect(distance, `${one} and ${other}, ${kind}`).toBeGreaterThan(APART);
          }
  });
});
