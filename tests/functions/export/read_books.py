"""Reads workbooks with openpyxl (.xlsx) and xlrd (.xls); prints {file: {sheet: rows}} as JSON, days as ISO 8601. A formula is an error."""

import json
import sys
from datetime import datetime, timedelta

import openpyxl
import xlrd


def iso(day):
    return day.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def read_xlsx(path):
    def value(cell):
        if cell.data_type == "f" or cell.hyperlink:
            raise ValueError(f"{cell.coordinate}: {cell.value}")
        return iso(cell.value) if isinstance(cell.value, datetime) else cell.value

    book = openpyxl.load_workbook(path)
    return {sheet.title: [[value(cell) for cell in row] for row in sheet.iter_rows()] for sheet in book}


def read_xls(path):
    def value(cell):
        if cell.ctype == xlrd.XL_CELL_DATE:
            return iso(datetime(1899, 12, 30) + timedelta(seconds=round(cell.value * 86400)))
        if cell.ctype in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
            return None
        if cell.ctype in (xlrd.XL_CELL_TEXT, xlrd.XL_CELL_NUMBER):
            return cell.value
        raise ValueError(f"A cell of type {cell.ctype}: {cell.value}")

    book = xlrd.open_workbook(path, formatting_info=True)
    return {sheet.name: [[value(cell) for cell in sheet.row(row)] for row in range(sheet.nrows)] for sheet in book.sheets()}


print(json.dumps({path: (read_xls if path.endswith(".xls") else read_xlsx)(path) for path in sys.argv[1:]}))
