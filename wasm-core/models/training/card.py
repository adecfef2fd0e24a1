"""The model card, in Russian, with the figures of this very training."""

import hashlib
import statistics
from pathlib import Path

from .figures import Figures
from .record import FEATURES, HELD_OUT_DAYS, Table

LABELS = {
    "x1": "расход воздуха в исходящей струе лавы, телеметрия, м³/мин",
    "x2": "то же по суточным замерам, м³/мин",
    "x7": "концентрация метана в извлекаемой смеси, %",
    "x8": "расход смеси, извлекаемой установкой, м³/мин",
    "x12": "средняя концентрация CH₄ на выходе вентиляции шахты, %",
    "x13": "расход воздуха на выходе вентиляции шахты, м³/мин",
    "x15": "расход метана, извлекаемого установкой, м³/мин",
    "c": "концентрация CH₄ в исходящей струе лавы (цель), %",
}

# Sensor, its unit, and from the publication: minimum, maximum, mean, median. The factor turns it into the field's unit.
PUBLISHED = {
    "x1": ("AN422 × 14 м²", 840.0, (0, 2.4, 1.655, 1.6)),
    "x2": ("AN422 × 14 м²", 840.0, (0, 2.4, 1.655, 1.6)),
    "x7": ("CM861", 1.0, (-0.2, 67.7, 32.92, 43.7)),
    "x12": ("MM211", 1.0, (-2, 30, 0.7, 0.7)),
    "x13": ("AN311 × 10 м²", 600.0, (-266, 5, 3.484, 3.6)),
    "x15": ("WM868", 1.0, (0, 6.39, 1.803, 2.2)),
    "c": ("MM256", 1.0, (0, 30, 0.43, 0.4)),
}

TEMPLATE = """# Карточка демонстрационных моделей

Файл составлен программой обучения (`../training`): числа ниже относятся к файлам, лежащим рядом.

**Модели демонстрационные. Они обучены на выдуманных данных, а не на данных какой-либо шахты.** Они показывают, как
работает прогноз, и не годятся для решений по безопасности и для отчётности. Для своей лавы загрузите модель, обученную
на её данных.

| Метод | Файл | Размер, байт | Деревьев | SHA-256 |
|---|---|---|---|---|
{files}

## Что предсказывается

Среднесуточная концентрация CH₄ (%, об.) в исходящей струе лавы **за те же сутки**, за которые даны x1…x15. Это оценка
по балансу воздуха и метана, а не прогноз на завтра: значения за прошлые дни модель не видит.

Признаки, строго в этом порядке: {order}. Пустая ячейка – пропуск: строка идёт по ветви, которую
библиотека выбрала при обучении.

## На чём обучены

{days} выдуманных суток одной шахты, с {first} по {last} (даты условные): обучение – первые {learned},
проверка – последние {held_out}.

Баланс соблюдается в каждых сутках с точностью до округления:

- x15 = x7 / 100 · x8 – метан, извлечённый установкой;
- C = 100 · Q / x1, где Q – метан лавы, не извлечённый установкой, м³/мин;
- x12 · x13 / 100 = Q + Q′, где Q′ – метан, добавившийся по пути к выходу вентиляции, м³/мин.

Ни Q, ни Q′ модель не видит.

Метан выделяется вслед за добычей, из выработанного пространства – ещё и вслед за давлением воздуха. Бывают обрушения
кровли, остановки добычи в выходные и на ремонт, перемонтаж лавы, остановки дегазационной установки на 1–5 суток, смены
режима вентилятора, сбои проветривания; диспетчер прибавляет воздух после дней выше 0,95 %. Суточный замер x2 отличается
от телеметрии на 3 % (стандартное отклонение). Пропуски: перерывы телеметрии от 1 до 5 суток, поверка датчиков;
в половине выходных нет замера x2.

| Поле | Мин. | Макс. | Среднее | Медиана | Пропусков, % | Датчик | Мин. | Макс. | Среднее | Медиана |
|---|---|---|---|---|---|---|---|---|---|---|
{ranges}

Справа – опубликованная статистика секундных показаний шахты Верхней Силезии (Kozielski, Sikora, Wróbel, Data in Brief
39 (2021) 107457, табл. 4), пересчитанная в единицы поля; крайние её значения – сбои и поверки. Сечения выработок
не опубликованы, 14 и 10 м² – допущение. Концентрация цели взята выше, чем у датчика MM256, чтобы встречались сутки
выше 1 %. Для x8 датчика нет: это 100 · x15 / x7.

## Ошибка на проверочных сутках

{held_out} последних суток ({held_first} – {held_last}), из них выше 1 % – {above}.

| Предсказатель | MAE, % CH₄ | RMSE, % CH₄ | Сутки > 1 %: замечено | пропущено | ложных тревог |
|---|---|---|---|---|---|
{errors}

«Вчерашнее значение» знает концентрацию, измеренную накануне; модели её не знают. Суток выше 1 % мало: доли замеченных
и пропущенных приблизительны. Числа говорят о выдуманной шахте: на настоящей ошибка будет другой и, вероятно, больше.

## Пределы применения

- Не для решений по безопасности: из {above} суток выше 1 % {missed_words}.
  Порог 1 % контролируют приборы.
- Вне пределов таблицы выше деревья не продолжают зависимость, а повторяют крайнее значение.
- Метан, добавляющийся по пути к выходу вентиляции (Q′), у каждой шахты свой: без переобучения оценка смещена.
- При прочих равных прогноз не растёт с x1 и x2 и не убывает с x12 и x13 (задано при обучении); по x7, x8 и x15
  ограничения нет.
- Среднесуточные значения: всплески внутри суток не видны.

## Как повторить

Команда из `../training/README.md` создаёт все файлы этой папки заново, байт в байт (XGBoost {xgboost},
LightGBM {lightgbm}, один поток).
"""


def write_card(
    file: Path,
    table: Table,
    models: dict[str, tuple[Path, int]],
    errors: dict[str, Figures],
    versions: dict[str, str],
) -> None:
    """Writes the card: `models` are files with their number of trees, `errors` figures by the name of the predictor."""
    held_out = table.days[-HELD_OUT_DAYS:]
    text = TEMPLATE.format(
        files="\n".join(file_row(method, model, trees) for method, (model, trees) in models.items()),
        order=", ".join(FEATURES),
        days=len(table.days),
        first=table.days[0].day.isoformat(),
        last=table.days[-1].day.isoformat(),
        learned=len(table.days) - HELD_OUT_DAYS,
        held_out=HELD_OUT_DAYS,
        ranges="\n".join(range_row(table, name) for name in [*FEATURES, "c"]),
        held_first=held_out[0].day.isoformat(),
        held_last=held_out[-1].day.isoformat(),
        above=next(iter(errors.values())).above,
        errors="\n".join(error_row(name, found) for name, found in errors.items()),
        missed_words=missed_words(errors, models),
        **versions,
    )
    file.write_text(text, encoding="utf-8", newline="\n")


def file_row(method: str, model: Path, trees: int) -> str:
    """Row of the table of files."""
    content = model.read_bytes()
    return f"| {method} | `{model.name}` | {len(content)} | {trees} | `{hashlib.sha256(content).hexdigest()}` |"


def range_row(table: Table, name: str) -> str:
    """Row of the table of ranges: the days as they were recorded, and the published sensor."""
    column = [*FEATURES, "c"].index(name)
    values = [row[column] for row in table.rows] if name in FEATURES else table.target
    known = [value for value in values if value == value]
    made = [min(known), max(known), statistics.fmean(known), statistics.median(known)]
    blanks = 100 * (1 - len(known) / len(values))
    sensor, factor, published = PUBLISHED.get(name, ("–", 1.0, ()))
    there = [number(value * factor, name) for value in published] or ["–"] * 4
    cells = [f"{name} – {LABELS[name]}", *(number(value, name) for value in made), decimal(blanks, 1), sensor, *there]
    return f"| {' | '.join(cells)} |"


def error_row(name: str, found: Figures) -> str:
    """Row of the table of errors."""
    errors = f"{decimal(found.mean_error, 4)} | {decimal(found.root_mean_square, 4)}"
    return f"| {name} | {errors} | {found.caught} из {found.above} | {found.missed} | {found.false_alarms} |"


def missed_words(errors: dict[str, Figures], models: dict[str, tuple[Path, int]]) -> str:
    """How many days above the limit each model missed, in words."""
    return ", ".join(f"модель {method} пропустила {errors[method].missed}" for method in models)


def number(value: float, name: str) -> str:
    """A value with the decimals that its field deserves."""
    return decimal(value, {"x1": 0, "x2": 0, "x13": 0, "x7": 1}.get(name, 3 if name in ("x12", "c") else 2))


def decimal(value: float, digits: int) -> str:
    """A number with the decimal comma."""
    return f"{value:.{digits}f}".replace(".", ",")
