import assert from "node:assert/strict";
import { test } from "node:test";

import { monthOf, shiftMonth, untilNext } from "../../../../../src/codepegs/server/pages/static/js/lib/daily.js";

test("the time to midnight is told to the second", () => {
  for (const [now, left] of [
    ["2026-11-18T00:00:00Z", "24:00:00"],
    ["2026-11-18T16:17:50Z", "07:42:10"],
    ["2026-11-18T23:59:59.001Z", "00:00:01"],
    ["2026-12-31T23:00:00.500Z", "01:00:00"],
  ]) {
    assert.equal(untilNext(Date.parse(now)), left);
  }
});

test("the time to midnight here counts the hours that a change of clocks adds or drops", () => {
  const before = process.env.TZ;
  for (const [zone, now, left] of [
    ["Pacific/Auckland", "2026-11-18T10:59:59Z", "00:00:01"],
    ["Pacific/Auckland", "2026-11-18T11:00:00Z", "24:00:00"],
    ["Pacific/Pago_Pago", "2026-11-18T10:59:59Z", "00:00:01"],
    ["Europe/Berlin", "2027-03-27T23:00:00Z", "23:00:00"],
    ["Europe/Berlin", "2027-10-30T22:00:00Z", "25:00:00"],
  ]) {
    process.env.TZ = zone;
    assert.equal(untilNext(Date.parse(now)), left, `${zone} ${now}`);
  }
  process.env.TZ = before ?? "UTC";
});

test("months follow each other over the year", () => {
  for (const [month, months, other] of [
    ["2026-11", 1, "2026-12"],
    ["2026-12", 1, "2027-01"],
    ["2027-01", -1, "2026-12"],
    ["2027-03", 0, "2027-03"],
  ]) {
    assert.equal(shiftMonth(month, months), other);
  }
  assert.equal(monthOf("2026-11-18"), "2026-11");
});
